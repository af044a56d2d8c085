import { defineConfig } from '@playwright/test'
import { withMap, withNotifications, withoutMap } from './e2e/browser.ts'

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/server.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  // One more than the cores of a small machine, because a story waits for the server about a third of its time.
  workers: 3,
  retries: 0,
  // High limits, because software rendering on two busy cores is slow without being broken.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    baseURL: process.env.E2E_URL,
    // A missing button fails its story after two minutes, before the story's own limit.
    actionTimeout: 120_000,
    viewport: { width: 1440, height: 900 },
    // Recording every step takes a third of a story's time. Set E2E_TRACE=on to investigate a failure.
    trace: process.env.E2E_TRACE ? 'on' : 'off',
    // Without animations, because stories wait for animations to end before they press.
    contextOptions: { reducedMotion: 'reduce' },
    // Loads the app from the server. Stories about working offline allow the service worker.
    serviceWorkers: 'block',
  },
  projects: [
    // Software rendering of the map takes three quarters of a story's time. Stories about the map are tagged, with a
    // smaller viewport that renders faster. The others run without WebGL, which the app must support.
    { name: 'map', grep: /@map/, use: { launchOptions: withMap, viewport: { width: 1100, height: 700 } } },
    { name: 'no-map', grepInvert: /@map|@notifications/, use: { launchOptions: withoutMap } },
    { name: 'notifications', grep: /@notifications/, use: { launchOptions: withNotifications } },
  ],
})
