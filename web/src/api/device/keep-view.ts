/** As in sw.ts, which keeps the tiles that pass through it and answers with them without a connection. */
const VIEWS = 'views'

/** Keeps a tile that did not come by its own address, on devices that keep any. Never throws. */
export const keepView = async (address: string, reply: Response): Promise<void> => {
  if (!navigator.serviceWorker?.controller) return
  try {
    await (await caches.open(VIEWS)).put(address, reply)
  } catch {}
}
