import { defineConfig } from '@playwright/test'
import { withMap, withNotifications, withoutMap } from './e2e/browser.ts'

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/server.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  // One more than the cores of a small machine: a story waits for the server about a third of its time.
  workers: 3,
  retries: 0,
  // Software rendering on two busy cores: slow is not broken.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    baseURL: process.env.E2E_URL,
    // A missing button fails its story after two minutes, not at the story's own limit.
    actionTimeout: 120_000,
    viewport: { width: 1440, height: 900 },
    // Recording every step takes a third of a story's time; E2E_TRACE=on records when a failure is looked into.
    trace: process.env.E2E_TRACE ? 'on' : 'off',
    // Stories wait for animations to end before pressing.
    contextOptions: { reducedMotion: 'reduce' },
    // The app as the server sends it. Stories that work offline enable the service worker.
    serviceWorkers: 'block',
  },
  projects: [
    // Software rendering of the map takes three quarters of a story's time. Stories about the map are tagged; the
    // others run without WebGL, which the app must support. A smaller viewport renders faster.
    { name: 'map', grep: /@map/, use: { launchOptions: withMap, viewport: { width: 1100, height: 700 } } },
    { name: 'no-map', grepInvert: /@map|@notifications/, use: { launchOptions: withoutMap } },
    { name: 'notifications', grep: /@notifications/, use: { launchOptions: withNotifications } },
  ],
})
