"use client";

import { Copy, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";

export function OverlaysSection() {
  const [open, setOpen] = useState<"dialog" | "confirm" | null>(null);
  const close = () => setOpen(null);
  return (
    <Card as="section" className="mb-4 p-5">
      <h2 className="mb-4 text-sm text-muted">Dialogs, menus, toasts</h2>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setOpen("dialog")}>Dialog</Button>
        <Button onClick={() => setOpen("confirm")}>Confirm</Button>
        <DropdownMenu
          title="Menu"
          trigger={<Button>Menu</Button>}
          items={[
            { key: "edit", label: "Edit", icon: <Pencil aria-hidden />, hint: "E" },
            { key: "copy", label: "Copy", icon: <Copy aria-hidden />, disabled: true },
            { kind: "line", key: "line" },
            { key: "a", label: "One", checked: true, choice: true },
            { key: "b", label: "Other", checked: false, choice: true },
            { kind: "line", key: "line-2" },
            {
              key: "delete",
              label: "Delete",
              icon: <Trash2 aria-hidden />,
              danger: true,
              onSelect: () => setOpen("confirm"),
            },
          ]}
        />
        {(["neutral", "success", "warning", "danger", "info"] as const).map((tone) => (
          <Button
            key={tone}
            variant="outline"
            onClick={() =>
              toast(`A ${tone} toast`, {
                tone,
                description: "It closes by itself after five seconds.",
                action: tone === "neutral" ? { label: "Undo", onClick: () => undefined } : undefined,
              })
            }
          >
            {tone}
          </Button>
        ))}
      </div>
      <Dialog
        open={open === "dialog"}
        onOpenChange={close}
        title="Rename the app"
        description="People who added it see the new name at once."
        footer={
          <>
            <Button variant="ghost" onClick={close}>
              Cancel
            </Button>
            <Button variant="primary" onClick={close}>
              Rename
            </Button>
          </>
        }
      >
        <Field label="Name">
          <Input defaultValue="Kasane" />
        </Field>
      </Dialog>
      <ConfirmDialog
        danger
        open={open === "confirm"}
        onOpenChange={close}
        title="Delete this post?"
        description="Its comments and likes go with it. This cannot be undone."
        confirmLabel="Delete"
        onConfirm={close}
      />
    </Card>
  );
}
