import { createRoot } from 'react-dom/client'
import { sessionToken } from '../../api/session.ts'
import { startI18n } from '../../i18n/i18n.ts'
import { reloadOnChunkFailure } from '../../ui/browser/chunk-failure.ts'
import { UiProvider } from '../../ui/theme/UiProvider.tsx'
import { EntryPage } from './EntryPage.tsx'

reloadOnChunkFailure()
if (!sessionToken()) void wipeIfNeeded()
const render = () =>
  createRoot(document.getElementById('root') as HTMLElement).render(
    <UiProvider>
      <EntryPage />
    </UiProvider>,
  )
void startI18n().then(render)

/** Loads the code that wipes the device only if something is stored, because visitors usually open this page first. */
async function wipeIfNeeded() {
  try {
    const databases = await indexedDB.databases()
    const worker = await navigator.serviceWorker?.getRegistration()
    if (databases.length === 0 && !worker) return
    const { wipeDevice } = await import('../../api/device/wipe.ts')
    await wipeDevice()
  } catch {}
}
