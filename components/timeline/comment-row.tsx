import type { ComponentProps, ReactNode } from "react";
import { RichText } from "@/components/ui/rich-text";
import type { UserShort } from "@/lib/people/user-contract";
import { AuthorAvatar, AuthorLine } from "./author";

interface CommentRowProps extends Omit<ComponentProps<"li">, "content"> {
  author: UserShort;
  /** When it was sent, or that it was not. */
  state: ReactNode;
  /** At the end of the first line. */
  action: ReactNode;
  content: string;
}

export function CommentRow({ author, state, action, content, ...rest }: CommentRowProps) {
  return (
    <li {...rest} className="post">
      <AuthorAvatar author={author} size="sm" />
      <div className="min-w-0 pb-1.5">
        <div className="-mt-1 flex items-center gap-1.5">
          <AuthorLine author={author}>{state}</AuthorLine>
          {action}
        </div>
        <p dir="auto" className="whitespace-pre-wrap">
          <RichText text={content} />
        </p>
      </div>
    </li>
  );
}
