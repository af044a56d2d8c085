import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { planChunks } from './build/chunks.ts'
import { compressed } from './build/compressed.ts'
import { mapData } from './build/map-data.ts'
import { pageConfig } from './build/page-config.ts'
import { serviceWorker } from './build/service-worker.ts'
import { slimContract } from './build/slim-contract.ts'

const root = import.meta.dirname
const backend = process.env.COHESION_BACKEND ?? 'http://127.0.0.1:3000'
const pages = {
  index: resolve(root, 'index.html'),
  login: resolve(root, 'login.html'),
  board: resolve(root, 'board.html'),
}

export default defineConfig(async ({ command }) => {
  const chunkOf = command === 'build' ? await planChunks(root, pages, [mapData(), slimContract(), react()]) : () => null
  return {
    root,
    plugins: [mapData(), slimContract(), react(), pageConfig(backend), serviceWorker(), compressed()],
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      target: 'es2023',
      manifest: true,
      // Every supported browser preloads modules natively.
      modulePreload: { polyfill: false },
      // Inlining small images saves a request, but repeats the bytes in every chunk that uses them.
      assetsInlineLimit: 0,
      // MapLibre alone is 1.1 MB uncompressed; the budgets that matter are in e2e/weigh.ts.
      chunkSizeWarningLimit: 1200,
      rolldownOptions: {
        input: pages,
        output: { codeSplitting: { groups: [{ name: chunkOf, includeDependenciesRecursively: false }] } },
      },
    },
    server: { proxy: { '/api': backend } },
  }
})
