// What few drafts have, in one chunk: each chunk costs every page that may load it.
export { AppPickerDialog } from "./app-picker-dialog";
export { AttachedApp } from "./attached-app";
export { PictureStrip } from "./picture-strip";
export { Completion } from "./completion";
