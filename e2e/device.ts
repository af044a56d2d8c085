import { expect, type Page } from '@playwright/test'

/** Waits until the app can start offline: the worker has all files, and the store replies whose keys contain `needed`. */
export const onDevice = async (page: Page, ...needed: string[]): Promise<void> => {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const keys = () =>
    page.evaluate(async () => {
      const open = indexedDB.open('cohesion')
      await new Promise((done) => open.addEventListener('success', done))
      const stored = open.result.transaction('answers').objectStore('answers').getAllKeys()
      await new Promise((done) => stored.addEventListener('success', done))
      open.result.close()
      return stored.result.map(String)
    })
  const missing = async () => {
    const stored = await keys()
    return ['"profile"', '"setting', ...needed].filter((part) => !stored.some((key) => key.includes(part)))
  }
  await expect.poll(missing).toEqual([])
}
