/** For scripts of apps that use IndexedDB. */
export const DATABASE_TOOLS = `
  const open = (version, upgrade = (db) => db.createObjectStore("s"), { name = "db", blocked } = {}) => new Promise((done, fail) => {
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = (event) => upgrade(request.result, request.transaction, event);
    request.onblocked = (event) => blocked?.(event);
    request.onsuccess = () => done(request.result); request.onerror = () => fail(request.error);
  });
  const wait = (request) => new Promise((done, fail) => { request.onsuccess = () => done(request.result); request.onerror = () => fail(request.error) });
  /** How a transaction ends. */
  const change = (db, work, stores = "s") => new Promise((done) => {
    const tx = db.transaction(stores, "readwrite"), said = [];
    tx.oncomplete = () => done([...said, "complete"].join());
    tx.onabort = () => done([...said, "abort", tx.error?.name].join());
    const request = work(tx.objectStore([stores].flat()[0]), tx);
    if (request) request.onerror = () => said.push(request.error.name);
  });
  const read = (db, key) => wait(db.transaction("s").objectStore("s").get(key));
  const keys = (db) => wait(db.transaction("s").objectStore("s").getAllKeys());
  const nameOf = (work) => { try { work(); return "none" } catch (error) { return error.name } };
  const mega = "x".repeat(1024 * 1024);`;
