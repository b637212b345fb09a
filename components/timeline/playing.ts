let playing: HTMLMediaElement | null = null;

/** Pauses what plays elsewhere on the page. Loops do not count: they have no sound. */
export function playAlone(element: HTMLMediaElement): void {
  if (playing !== element) playing?.pause();
  playing = element;
}
