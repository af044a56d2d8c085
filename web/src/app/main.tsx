import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { isWorthRetrying, retryDelay } from '../api/retry.ts'
import { sessionToken } from '../api/session.ts'
import { startI18n } from '../i18n/i18n.ts'
import '../i18n/joined.ts'
// Pages that open without sign-in load only the styles that ui.css names.
import '@mantine/core/styles.layer.css'
import { tidyAddress } from '../screens/workspace/address.ts'
import { reloadOnChunkFailure } from '../ui/browser/chunk-failure.ts'
import { Pages } from './Pages.tsx'
import { prefetchFirstView } from './prefetch.ts'
import { loadMap } from './Stage.tsx'
import { ThemedApp } from './ThemedApp.tsx'

reloadOnChunkFailure()
tidyAddress()
const queries = new QueryClient({
  defaultOptions: {
    // Live messages mark data stale; 30 seconds avoid a second request when two views open together.
    queries: { staleTime: 30_000, retry: isWorthRetrying, retryDelay, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})
if (sessionToken()) {
  prefetchFirstView(queries)
  // The map is the heaviest part of the page: load it in parallel with the first replies.
  if (['/', '/sensors'].includes(location.pathname)) loadMap().catch(() => {})
}
const root = createRoot(document.getElementById('root') as HTMLElement)
// Rendered in small pieces, so that clicks are handled in between.
const render = () =>
  startTransition(() =>
    root.render(
      <QueryClientProvider client={queries}>
        <ThemedApp>
          <Pages />
        </ThemedApp>
      </QueryClientProvider>,
    ),
  )
void startI18n(['workspace']).then(render)
