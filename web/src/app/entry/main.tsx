import { createRoot } from 'react-dom/client'
import { sessionToken } from '../../api/session.ts'
import { startI18n } from '../../i18n/i18n.ts'
import { reloadOnChunkFailure } from '../../ui/browser/chunk-failure.ts'
import { UiProvider } from '../../ui/theme/UiProvider.tsx'
import { EntryPage } from './EntryPage.tsx'

reloadOnChunkFailure()
// Whoever comes here has signed out, or never was signed in: nothing of anyone stays on the device but unsent work.
if (!sessionToken()) void wipeWhatIsThere()
await startI18n()
createRoot(document.getElementById('root') as HTMLElement).render(
  <UiProvider>
    <EntryPage />
  </UiProvider>,
)

/** A browser that has never kept anything needs nothing for it: this page is the first that most people see. */
async function wipeWhatIsThere() {
  try {
    const kept = await indexedDB.databases()
    const worker = await navigator.serviceWorker?.getRegistration()
    if (kept.length === 0 && !worker) return
    const { wipeDevice } = await import('../../api/device/wipe.ts')
    await wipeDevice()
  } catch {}
}
