const LIMIT = 20;
const file = (key) => key && `/api/files/${key}`;
const picture = (app, kind, key) => key && `/api/apps/${app}/${kind}?v=${key.split("/")[1].slice(0, 8)}`;

// The benchmark's posts have no recordings.
const picturesOf = ({ fileKey, playback: _p, posterKey: _k, captionsKey: _c, ...media }) => ({
  ...media,
  url: file(fileKey),
});

const person = ({ avatarKey, ...rest }) => ({ ...rest, avatarUrl: file(avatarKey) });

/** The answer of GET /api/v1/timeline from the rows of its statement, written as one would by hand. */
export function pageOf(rows) {
  const items = rows.slice(0, LIMIT).map((row) => ({
    id: row.id,
    kind: "text",
    body: row.body,
    warning: row.warning,
    sensitive: row.sensitive,
    appRef: row.appId && { appId: row.appId, version: row.appVersion },
    media: (row.media ?? []).map(picturesOf),
    render: { ...row.render, slots: { ...row.render.slots, content: row.body } },
    author: {
      id: row.authorId,
      username: row.authorUsername,
      displayName: row.authorDisplayName,
      avatarUrl: file(row.authorAvatarKey),
    },
    app: row.app && {
      id: row.app.id,
      name: row.app.name,
      version: row.app.version,
      description: row.app.description,
      iconUrl: picture(row.app.id, "icon", row.app.iconKey),
      bannerUrl: picture(row.app.id, "banner", row.app.bannerKey),
      category: row.app.category,
      owner: {
        id: row.app.ownerId,
        username: row.app.ownerUsername,
        displayName: row.app.ownerDisplayName,
        avatarUrl: file(row.app.ownerAvatarKey),
      },
    },
    // The benchmark's posts have no rooms, boards and moments.
    room: row.room,
    sharesApp: row.sharesApp,
    moment: row.moment,
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt && row.editedAt.toISOString(),
    counts: { likes: row.likes, comments: row.comments, reposts: row.reposts, quotes: row.quotes },
    emojis: Object.entries(row.emojis).map(([emoji, count]) => ({
      emoji,
      count,
      mine: row.ownEmojis?.includes(emoji) ?? false,
    })),
    viewer: {
      liked: row.liked,
      bookmarked: row.bookmarked,
      reposted: row.reposted,
      canReply: row.canReply,
      canShare: row.canShare,
    },
    replyPolicy: row.replyPolicy,
    pinned: row.pinned,
    quote: row.quoteId && {
      id: row.quoteId,
      post: row.quoted && {
        id: row.quoted.id,
        body: row.quoted.body,
        warning: row.quoted.warning,
        sensitive: row.quoted.sensitive,
        author: person(row.quoted.author),
        media: (row.quoted.media ?? []).map(picturesOf),
        app: row.quoted.app && {
          name: row.quoted.app.name,
          iconUrl: picture(row.quoted.app.id, "icon", row.quoted.app.iconKey),
        },
        createdAt: new Date(row.quoted.createdAt).toISOString(),
      },
    },
    reply: row.parentId && {
      parentId: row.parentId,
      rootId: row.rootId,
      to: row.replyTo && person(row.replyTo),
    },
    ...(row.hasThread && { hasThread: true }),
    ...(row.reposter && { repost: { id: row.entry, by: person(row.reposter) } }),
  }));
  return { items, nextCursor: rows.length > LIMIT ? rows[LIMIT - 1].entry : null };
}
