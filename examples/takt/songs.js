// The songs: a tempo and a time signature, saved under a name.

import { load, save } from "./platform.js";

const KEY = "takt.songs";

export function createSongs({ list, empty, t, snapshot, onLoad, onRemoved }) {
  let songs = load(KEY, []).filter((song) => song && song.bpm && Array.isArray(song.levels));

  function keep() {
    save(KEY, songs);
    show();
  }

  function show() {
    empty.hidden = songs.length > 0;
    list.replaceChildren(...songs.map(row));
    refresh();
  }

  function row(song) {
    const item = document.createElement("li");
    item.innerHTML = `<button class="pick"><b></b><small></small></button><input type="text" maxlength="60" /><button class="icon remove"><svg viewBox="0 0 24 24" aria-hidden="true"><use href="#i-close" /></svg></button>`;
    const [pick, name, remove] = item.children;
    pick.firstChild.textContent = song.bpm;
    pick.lastChild.textContent = `${song.levels.length}/4`;
    pick.setAttribute("aria-label", t("loadSong", song.name, song.bpm));
    pick.addEventListener("click", () => onLoad(song));
    name.value = song.name;
    name.setAttribute("aria-label", t("songName"));
    name.addEventListener("change", () => {
      song.name = name.value.trim() || song.name;
      keep();
    });
    remove.setAttribute("aria-label", t("removeSong", song.name));
    remove.addEventListener("click", () => {
      const index = songs.indexOf(song);
      songs = songs.filter((each) => each !== song);
      keep();
      onRemoved(song.name, () => {
        songs = [...songs.slice(0, index), song, ...songs.slice(index)];
        keep();
      });
    });
    return item;
  }

  /** Marks the song that matches the current settings, if any. */
  function refresh() {
    const now = snapshot();
    songs.forEach((song, i) => {
      const same = song.bpm === now.bpm && song.sub === now.sub && String(song.levels) === String(now.levels);
      list.children[i]?.firstChild.setAttribute("aria-pressed", same);
    });
  }

  show();
  return {
    refresh,
    add() {
      songs = [...songs, { name: t("newSong", songs.length + 1), ...snapshot() }];
      keep();
      const name = list.lastElementChild.children[1];
      name.focus();
      name.select();
    },
  };
}
