/** What a frame of the package's own files is told when it is made. */
export interface OwnFrameSetup {
  origin: string;
  /** Address of its page; that of the page around it for a text. */
  base: string;
  folder: string;
  /** Of all files of the package. */
  names: string[];
  /** It shows a file and not a text of the app's. */
  isFile: boolean;
  /** Under which its messages to the page stand. */
  mark: string;
}
