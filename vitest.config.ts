import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['contract/src/**/*.test.ts', 'tests/**/*.test.ts', 'scripts/**/*.test.{js,ts}'],
          exclude: ['tests/start/**'],
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          exclude: ['server/src/db/embedded.test.ts'],
          globalSetup: 'server/src/testing/global.ts',
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
        },
      },
      {
        // Whole databases and servers as processes of their own: they want the machine to themselves, so they come last.
        test: {
          name: 'start',
          include: ['tests/start/**/*.test.ts', 'server/src/db/embedded.test.ts'],
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
