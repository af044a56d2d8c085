import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/**
 * Limits are for tests that hang, not for slow ones: a machine with other work may need ten times as long. Testing
 * Library has a limit of its own, in web/src/testing/setup.ts.
 */
const patience = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } }

export default defineConfig({
  test: {
    // Test files wait for their database and their servers, so the default of one worker fewer than cores leaves a core
    // idle.
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
          // Every file has its own database; reloading the server for each would take longer than the tests.
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
        // Whole databases and servers as processes of their own. They need the machine for themselves, so they run
        // last.
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
