import { Pencil, Trash2 } from "lucide-react";
import { IconButton } from "@/components/ui/icon-button";

/** The two buttons beside one's own words. */
export function EditDelete({
  edit,
  remove,
  autoFocus,
}: {
  edit: { label: string; onClick: () => void };
  remove: { label: string; onClick: () => void };
  /** For `edit`, which takes the place of a form. */
  autoFocus: boolean;
}) {
  return (
    <>
      <IconButton autoFocus={autoFocus} size="sm" className="-my-1 text-subtle" {...edit}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton size="sm" className="-my-1 -mr-1 text-subtle" {...remove}>
        <Trash2 aria-hidden />
      </IconButton>
    </>
  );
}
