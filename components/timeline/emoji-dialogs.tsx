"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { LoadMore } from "@/components/ui/load-more";
import { nameOf } from "@/lib/people/rules";
import type { Post } from "@/lib/posts/contract";
import { emojiPeopleQuery, toggleEmoji } from "@/lib/posts/emoji-queries";
import { isEmoji } from "@/lib/posts/emoji-rules";
import { AuthorAvatar } from "./author";
import { openPostDialog } from "./post-menu-button";
import { QueryContent } from "./query-content";
import { useTimeline } from "./timeline-context";

const close = () => openPostDialog(null);

/** Common emoji by category. Screen readers know their names. */
const COMMON = (
  "😀 😄 😆 😅 🤣 🙂 😉 😊 😇 🥰 😍 🤩 😘 😋 😜 🤔 🫡 🤫 😏 🙄 😬 😌 😴 🤒 🥵 🥶 🤯 🥳 😎 🤓 😕 🥺 😭 😱 😤 😡 " +
  "💀 👻 👽 🤖 👋 👌 🤌 ✌️ 🤞 🤘 👈 👉 👆 👇 👎 ✊ 👏 🙌 🫶 🤝 💪 🧠 ❤️ 🧡 💛 💚 💙 💜 🖤 🤍 💔 💯 💢 💥 💫 💤 " +
  "🐶 🐱 🐭 🐰 🦊 🐻 🐼 🐸 🐵 🐔 🐧 🦉 🐝 🦋 🐢 🐙 🌸 🌹 🌻 🌱 🍀 🍁 🌈 ☀️ 🌙 ⭐ ☁️ ⛄ 🌊 🍎 🍓 🍑 🍙 🍣 🍜 🍰 " +
  "☕ 🍵 🍺 🍷 ⚽ 🎮 🎲 🎨 🎵 🎸 🎁 🏆 🚀 🚲 🏠 💡 💻 📷 📚 ✏️ 📌 🔒 ✅ ❌ ❓ ❗ ➕ 🆗"
).split(" ");

/** Picks an emoji: a common one, or any from the device's keyboard. */
export function ReactDialog({ post }: { post: Post }) {
  const { reactions } = useTimeline();
  const common = useTranslations("common");
  const [text, setText] = useState("");
  const [isWrong, setIsWrong] = useState(false);
  const react = (emoji: string) => {
    if (!isEmoji(emoji)) return setIsWrong(true);
    toggleEmoji(post.id, emoji, true);
    close();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={reactions("emoji.react")}
      size="sm"
      footer={
        <>
          <Button variant="ghost" onClick={close}>
            {common("cancel")}
          </Button>
          <Button variant="primary" onClick={() => react(text.trim())}>
            {reactions("emoji.react")}
          </Button>
        </>
      }
    >
      <Field
        label={reactions("emoji.label")}
        hint={reactions("emoji.hint")}
        error={isWrong ? reactions("emoji.wrong") : undefined}
      >
        <Input
          autoFocus
          value={text}
          autoComplete="off"
          onChange={(event) => {
            setText(event.target.value);
            setIsWrong(false);
          }}
          onKeyDown={(event) => event.key === "Enter" && !event.nativeEvent.isComposing && react(text.trim())}
        />
      </Field>
      <div
        role="group"
        aria-label={reactions("emoji.common")}
        className="mt-4 grid grid-cols-8 sm:grid-cols-10"
      >
        {COMMON.map((emoji) => (
          <button
            key={emoji}
            type="button"
            className="grid aspect-square place-items-center rounded-md text-xl hover:bg-hover"
            onClick={() => react(emoji)}
          >
            {emoji}
          </button>
        ))}
      </div>
    </Dialog>
  );
}

/** Who reacted, and with which emoji. */
export function ReactionsDialog({ post }: { post: Post }) {
  const { reactions } = useTimeline();
  const query = useInfiniteQuery(emojiPeopleQuery(post.id));
  return (
    <Dialog open onOpenChange={(open) => !open && close()} title={reactions("emoji.list")} size="md">
      <QueryContent query={query}>
        {({ pages }) => (
          <ul className="grid gap-3">
            {pages
              .flatMap((page) => page.items)
              .map(({ id, emoji, user }) => (
                <li key={id} className="flex items-center gap-3">
                  <AuthorAvatar author={user} size="sm" />
                  <Link
                    href={`/profile/${user.id}`}
                    prefetch={false}
                    className="min-w-0 flex-1 text-sm hover:underline"
                  >
                    <span className="block truncate font-semibold">{nameOf(user)}</span>
                    <span className="block truncate text-xs text-muted">{`@${user.username}`}</span>
                  </Link>
                  <span className="flex-none text-xl">{emoji}</span>
                </li>
              ))}
          </ul>
        )}
      </QueryContent>
      <LoadMore query={query} />
    </Dialog>
  );
}
