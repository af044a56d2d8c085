import { createRoot } from 'react-dom/client'
import { sessionToken } from '../../api/session.ts'
import { startI18n } from '../../i18n/i18n.ts'
import { reloadOnChunkFailure } from '../../ui/chunk-failure.ts'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { EntryPage } from './EntryPage.tsx'

reloadOnChunkFailure()
// Whoever comes here has signed out, or never was signed in: nothing of anyone stays on the device but unsent work.
if (!sessionToken())
  void import('../../api/device/wipe.ts').then(
    ({ wipeDevice }) => wipeDevice(),
    () => {},
  )
await startI18n()
createRoot(document.getElementById('root') as HTMLElement).render(
  <UiProvider>
    <EntryPage />
  </UiProvider>,
)
