// Components that few drafts need. One chunk, because each adds to the manifest of every page that may load
// it.
export { AppPickerDialog } from "./app-picker-dialog";
export { AttachedApp } from "./attached-app";
export { PictureStrip } from "./picture-strip";
export { Completion } from "./completion";
