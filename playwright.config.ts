import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

const port = Number(process.env['E2E_PORT'] ?? 4123)
// The runner's workers read this file again: they find the folder that the first reading made.
const dataDir = (process.env['E2E_DATA_DIR'] ??= mkdtempSync(join(tmpdir(), 'shipmate-e2e-')))
const plainDataDir = (process.env['E2E_PLAIN_DATA_DIR'] ??= mkdtempSync(join(tmpdir(), 'shipmate-e2e-')))

/** A second server, under a name that is not localhost: browsers call it insecure and withhold features. */
const plainPort = port + 50
const plainUrl = `http://shipmate.test:${plainPort}`
const plainSpec = 'plain-http.spec.ts'
/** Saves pictures, and checks nothing: only `npm run screenshots` runs it. */
const pictures = process.env['SCREENSHOTS'] ? [] : ['pictures.spec.ts']

/**
 * The browser's own lists of suggestions, which it opens as hidden pages for each new window: two thirds of the
 * processor time that a page costs. The others are Playwright's own list, which naming any replaces.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

const chromium = [
  `--disable-features=${disabledFeatures.join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const serverOn = (at: number, env: Record<string, string>) => ({
  command: 'node server/main.mjs',
  url: `http://127.0.0.1:${at}/health/ready`,
  timeout: 120_000,
  gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 } as const,
  env: { NODE_ENV: 'production', PORT: String(at), LOG_LEVEL: 'error', ...env },
})

/** Journeys through the built application on a real server with the demo world, in Debian's Chromium. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  retries: 0,
  // Ends what hangs: a machine that is busy with other work is slow, and fails nothing.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: `http://localhost:${port}`,
    viewport: { width: 1440, height: 900 },
    // what moves is over at once: what is looked at stands still
    contextOptions: { reducedMotion: 'reduce' },
    // a journey that fails keeps its calls, a picture and the tree of its page; images and copies of the page at each
    // call took a third of the processor: `--trace=on` records them
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: '/usr/bin/chromium', args: chromium },
  },
  projects: [
    { name: 'loopback', testIgnore: [plainSpec, ...pictures], metadata: { dataDir } },
    {
      name: 'plain http',
      testMatch: plainSpec,
      metadata: { dataDir: plainDataDir },
      use: {
        baseURL: plainUrl,
        launchOptions: {
          executablePath: '/usr/bin/chromium',
          args: [...chromium, '--host-resolver-rules=MAP shipmate.test 127.0.0.1'],
        },
      },
    },
  ],
  webServer: [
    // an identity provider of a journey runs on this machine
    serverOn(port, { DATA_DIR: dataDir, DEMO: 'on', OUTBOUND_PRIVATE_HOSTS: '127.0.0.1' }),
    serverOn(plainPort, { DATA_DIR: plainDataDir, DEMO: 'off', PUBLIC_URL: plainUrl }),
  ],
})
