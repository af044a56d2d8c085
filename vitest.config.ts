import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/**
 * Limits for tests that hang. A slow test on a busy machine may need ten times as long as usual. Testing Library has a
 * limit of its own, in web/src/testing/setup.ts.
 */
const patience = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } }

// Workers and the processes that tests start, such as readers of files, load their compiled code from here.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/node')

export default defineConfig({
  test: {
    // At least two workers. Vitest's default of one fewer than cores would leave a core of a small machine idle,
    // because test files wait for their database and their servers.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'unit',
          ...patience,
          include: ['contract/src/**/*.test.ts', 'tests/**/*.test.ts', 'scripts/**/*.test.{js,ts}'],
          exclude: ['tests/start/**'],
        },
      },
      {
        test: {
          name: 'server',
          ...patience,
          include: ['server/src/**/*.test.ts'],
          exclude: ['server/src/platform/db/embedded.test.ts'],
          // Test files share the loaded server, because loading it for each would take longer than its tests. Each file
          // has its own database.
          isolate: false,
          globalSetup: 'server/src/testing/global.ts',
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          ...patience,
          setupFiles: 'web/src/testing/setup.ts',
          include: ['web/src/**/*.test.{ts,tsx}'],
          isolate: false,
          environment: 'happy-dom',
        },
      },
      {
        // Tests with whole databases and servers as separate processes. They need the machine for themselves, so they
        // run last.
        test: {
          name: 'start',
          ...patience,
          include: ['tests/start/**/*.test.ts', 'server/src/platform/db/embedded.test.ts'],
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
