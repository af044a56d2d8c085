import { defineConfig } from '@playwright/test'

/** One server for the whole run, started on a free port with a demo of its own: see e2e/server.ts. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/server.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  retries: 0,
  timeout: 120_000,
  // Software rendering on two cores: slow is not broken.
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    // Set by e2e/server.ts before the workers start.
    baseURL: process.env.E2E_URL,
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--use-gl=angle',
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
      ],
    },
  },
})
