import { createRoot } from 'react-dom/client'
import { sessionToken } from '../../api/session.ts'
import { startI18n } from '../../i18n/i18n.ts'
import { reloadOnChunkFailure } from '../../ui/browser/chunk-failure.ts'
import { UiProvider } from '../../ui/theme/UiProvider.tsx'
import { EntryPage } from './EntryPage.tsx'

reloadOnChunkFailure()
// Nobody is signed in here: delete what the device stored for anyone, except outgoing requests.
if (!sessionToken()) void wipeIfNeeded()
const render = () =>
  createRoot(document.getElementById('root') as HTMLElement).render(
    <UiProvider>
      <EntryPage />
    </UiProvider>,
  )
// Without top-level await, which would keep the bundler from merging small chunks.
void startI18n().then(render)

/** Skips loading the code if the browser has stored nothing: for most people this is their first page. */
async function wipeIfNeeded() {
  try {
    const databases = await indexedDB.databases()
    const worker = await navigator.serviceWorker?.getRegistration()
    if (databases.length === 0 && !worker) return
    const { wipeDevice } = await import('../../api/device/wipe.ts')
    await wipeDevice()
  } catch {}
}
