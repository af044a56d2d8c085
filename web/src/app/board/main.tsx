import { createRoot } from 'react-dom/client'
import { isLanguage } from '#contract'
import { startI18n } from '../../i18n/i18n.ts'
import { BoardPage } from '../../public/board/BoardPage.tsx'
import { reloadOnChunkFailure } from '../../ui/browser/chunk-failure.ts'

// The board may be embedded in another website, so it reads no session and stores nothing.
reloadOnChunkFailure()
const search = new URLSearchParams(location.search)
const wished = [search.get('lang') ?? '', ...navigator.languages.map((name) => name.slice(0, 2))]
await startI18n(['board'], wished.find(isLanguage))
createRoot(document.getElementById('root') as HTMLElement).render(<BoardPage token={search.get('token') ?? ''} />)
