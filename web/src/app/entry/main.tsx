import { createRoot } from 'react-dom/client'
import { startI18n } from '../../i18n/i18n.ts'
import { reloadOnChunkFailure } from '../../ui/chunk-failure.ts'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { EntryPage } from './EntryPage.tsx'

reloadOnChunkFailure()
await startI18n()
createRoot(document.getElementById('root') as HTMLElement).render(
  <UiProvider>
    <EntryPage />
  </UiProvider>,
)
