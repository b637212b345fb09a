export const strings = {
  en: {
    title: "Margin",
    notes: "Notes",
    pinned: "Pinned",
    search: "Search notes",
    clearSearch: "Clear search",
    newNote: "New note (Alt+N)",
    create: "New note",
    untitled: "Untitled",
    noText: "No text yet",
    titleField: "Title",
    bodyField: "Write here. Lines beginning with - make a list, with [] a checklist, #words become tags.",
    bodyLabel: "Text of the note",
    back: "All notes",
    edit: "Write",
    read: "Read",
    view: "View",
    pin: "Pin",
    unpin: "Unpin",
    export: "Export",
    delete: "Delete",
    heading: "Heading",
    bold: "Bold (Ctrl+B)",
    list: "List",
    checklist: "Checklist",
    format: "Format",
    tags: "Tags",
    deleted: (title) => `“${title}” deleted`,
    undo: "Undo",
    saving: "Saving…",
    saved: "Saved",
    full: "Storage is full: the last change is not saved. Export or delete a note.",
    found: (n, all) => `${n} of ${all} notes`,
    count: (n) => (n === 1 ? "1 note" : `${n} notes`),
    words: (n) => (n === 1 ? "1 word" : `${n} words`),
    edited: (when) => `Edited ${when}`,
    yesterday: "Yesterday",
    nothingFound: "Nothing matches.",
    emptyTitle: "A clear page",
    emptyText: "Write something down, and it stays.",
    exportTitle: "Export",
    what: "What",
    thisNote: "This note",
    allNotes: "All notes",
    copy: "Copy",
    copied: "Copied",
    download: "Download",
    close: "Close",
    preview: "Text to export",
    welcomeTitle: "Welcome to Margin",
    welcomeBody: `A place for what you would scribble in the margin.

- Everything is saved as you type
- Pin what matters, search for the rest
- Write #ideas or #groceries and filter by them

## Try the checklist
Press **Read** above, then tap a box:

- [x] Open Margin
- [ ] Write a first note
- [ ] Delete this one, then undo it

> The palest ink is better than the best memory.`,
  },
  ja: {
    title: "余白",
    notes: "メモ",
    pinned: "ピン留め",
    search: "メモを検索",
    clearSearch: "検索を消す",
    newNote: "新しいメモ (Alt+N)",
    create: "新しいメモ",
    untitled: "無題",
    noText: "まだ何も書かれていません",
    titleField: "タイトル",
    bodyField: "ここに書く。行頭の - でリスト、[] でチェックリスト、#ことば でタグになります。",
    bodyLabel: "メモの本文",
    back: "メモ一覧",
    edit: "書く",
    read: "読む",
    view: "表示",
    pin: "ピン留め",
    unpin: "ピンを外す",
    export: "書き出す",
    delete: "削除",
    heading: "見出し",
    bold: "太字 (Ctrl+B)",
    list: "リスト",
    checklist: "チェックリスト",
    format: "書式",
    tags: "タグ",
    deleted: (title) => `「${title}」を削除しました`,
    undo: "元に戻す",
    saving: "保存中…",
    saved: "保存済み",
    full: "保存領域がいっぱいです。最後の変更は保存されていません。書き出すか、メモを削除してください。",
    found: (n, all) => `${all} 件中 ${n} 件`,
    count: (n) => `${n} 件`,
    words: (n) => `${n} 文字`,
    edited: (when) => `${when} に編集`,
    yesterday: "昨日",
    nothingFound: "見つかりませんでした。",
    emptyTitle: "まっさらなページ",
    emptyText: "書きとめれば、残ります。",
    exportTitle: "書き出し",
    what: "対象",
    thisNote: "このメモ",
    allNotes: "すべてのメモ",
    copy: "コピー",
    copied: "コピーしました",
    download: "保存",
    close: "閉じる",
    preview: "書き出すテキスト",
    welcomeTitle: "余白へようこそ",
    welcomeBody: `ノートの余白に走り書きするような、そんなことのための場所です。

- 書いたそばから保存されます
- 大事なものはピン留め、あとは検索で
- #アイデア や #買い物 と書けば、タグでしぼれます

## チェックリスト
上の「読む」を押して、四角にふれてみてください。

- [x] 余白をひらく
- [ ] 最初のメモを書く
- [ ] このメモを消して、元に戻してみる

> どんなに薄い墨も、どんなによい記憶にまさる。`,
  },
};
