import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { liveState } from '../api/live.ts'
import { isWorthRetrying, retryDelay } from '../api/retry.ts'
import { sessionToken } from '../api/session.ts'
import { startI18n } from '../i18n/i18n.ts'
import '../i18n/joined.ts'
// Only the workspace needs all styles; pages without sign-in load those that ui.css imports.
import '@mantine/core/styles.layer.css'
import { tidyAddress } from '../screens/workspace/address.ts'
import { reloadOnChunkFailure } from '../ui/browser/chunk-failure.ts'
import { Pages } from './Pages.tsx'
import { prefetchFirstView } from './prefetch.ts'
import { loadMap } from './Stage.tsx'
import { ThemedApp } from './ThemedApp.tsx'

reloadOnChunkFailure(() => liveState() === 'waiting')
tidyAddress()
const queries = new QueryClient({
  defaultOptions: {
    // Live messages mark data stale. The 30 seconds prevent a second request when two views of the same data open
    // together.
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
// In a transition, so that React renders in small pieces and handles clicks in between.
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
