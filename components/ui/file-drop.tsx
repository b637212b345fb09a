"use client";

import { Upload } from "lucide-react";
import { useRef, useState, type DragEvent, type ReactNode } from "react";
import { cn } from "./cn";
import { useFieldProps } from "./field";

export interface FileDropProps {
  accept?: string;
  multiple?: boolean;
  disabled?: boolean;
  id?: string;
  name?: string;
  title: ReactNode;
  hint?: ReactNode;
  icon?: ReactNode;
  /** The chosen file; replaces title, hint and icon. */
  children?: ReactNode;
  onFiles: (files: File[]) => void;
  className?: string;
}

/** A drop zone around a native file input, so that keyboards and phones work. */
export function FileDrop({
  title,
  hint,
  icon,
  children,
  onFiles,
  className,
  multiple,
  disabled,
  ...rest
}: FileDropProps) {
  const field = useFieldProps(rest);
  const input = useRef<HTMLInputElement>(null);
  const depth = useRef(0);
  const [over, setOver] = useState(false);

  const submit = (list: FileList | null) => {
    const files = [...(list ?? [])];
    if (files.length > 0 && !disabled) onFiles(multiple ? files : files.slice(0, 1));
    // Lets the same file be chosen again after it was corrected.
    if (input.current) input.current.value = "";
  };
  const onDrag = (change: number) => (event: DragEvent) => {
    event.preventDefault();
    depth.current += change;
    setOver(depth.current > 0);
  };

  return (
    <label
      className={cn("file-drop", className)}
      data-over={over || undefined}
      data-disabled={disabled || undefined}
      data-invalid={field["aria-invalid"] || undefined}
      onDragEnter={onDrag(1)}
      onDragLeave={onDrag(-1)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        depth.current = 0;
        setOver(false);
        submit(event.dataTransfer.files);
      }}
    >
      <input
        {...rest}
        {...field}
        ref={input}
        type="file"
        multiple={multiple}
        disabled={disabled}
        className="sr-only"
        onChange={(event) => submit(event.target.files)}
      />
      {children ?? (
        <span className="flex flex-col items-center gap-1 text-center">
          <span aria-hidden className="mb-1 text-muted [&>svg]:size-6">
            {icon ?? <Upload />}
          </span>
          <span className="text-sm font-medium">{title}</span>
          {hint && <span className="text-xs text-muted">{hint}</span>}
        </span>
      )}
    </label>
  );
}
