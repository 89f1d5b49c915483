// `npm test`: everything a fresh machine needs, then every check and every test.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { environment, install, node, root } from './install.mjs'

const chromium = '/usr/bin/chromium'

const installChromium = () => {
  if (existsSync(chromium)) return
  if (process.getuid?.() !== 0) {
    console.error('The browser tests need Chromium. Run this once, then run npm test again:')
    console.error('  sudo apt-get update && sudo apt-get install -y chromium')
    process.exit(1)
  }
  console.log('Installing Chromium…')
  const quiet = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  const updated = spawnSync('apt-get', ['update', '-q'], quiet)
  const done = spawnSync('apt-get', ['install', '-y', '-q', 'chromium'], quiet)
  if (updated.status !== 0 || done.status !== 0 || !existsSync(chromium)) {
    console.error('Couldn’t install Chromium from the Debian packages.')
    process.exit(1)
  }
}

const counts = { passed: 0, failed: 0 }
/** What failed, for the last lines: the runs are longer than what a terminal keeps. */
const failures = []

/** Adds what a runner says it counted; a runner that says nothing failed. */
const count = (text) => {
  const said = [...text.matchAll(/(\d+) (passed|failed|flaky|skipped)/g)]
  for (const [, number, what] of said) {
    if (what === 'passed' || what === 'failed') counts[what] += Number(number)
  }
  return said.length > 0
}

/** Runs one stage. Of those that run side by side each is shown whole when it ends. */
const run = async (name, args, linesOf, isAlone = true) => {
  if (isAlone) console.log(`\n== ${name}`)
  const child = spawn(node(), args, {
    cwd: root,
    env: { ...environment, CI: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  let shown = ''
  const show = (text) => {
    if (isAlone) process.stdout.write(text)
    else shown += text
  }
  child.stderr.setEncoding('utf8').on('data', show)
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said += text
    show(text)
  })
  const [status] = await once(child, 'close')
  if (!isAlone) console.log(`\n== ${name}\n${shown}`)
  const counted = count(linesOf(said))
  if (status === 0 && counted) return true
  if (counts.failed === 0 || !counted) counts.failed += 1
  failures.push(`${name} ended with ${status}`, ...new Set(failuresIn(said)))
  return false
}

/** Returns the lines in which the checks and the test runners name what failed. */
const failuresIn = (text) =>
  stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => /^(FAILED | FAIL |\s*× |\s+\d+\) \[)/.test(line))
    .map((line) => line.trim())

const only = (pattern) => (text) =>
  stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => pattern.test(line))
    .join('\n')
const modules = (...path) => join(root, 'node_modules', ...path)

installChromium()
install()
const started = Date.now()
// Side by side: one takes a core, the other runs its steps two at a time.
const read = await Promise.all([
  run('check', [join(root, 'scripts', 'check.ts')], only(/^check: /), false),
  run('build and first load', [join(root, 'scripts', 'build.ts')], only(/^build: /), false),
])
// These take two.
const tested = [
  await run(
    'unit and API tests',
    [modules('vitest', 'vitest.mjs'), 'run', '--reporter=default'],
    only(/^\s*Tests\s/),
  ),
  await run(
    'browser tests',
    [modules('@playwright', 'test', 'cli.js'), 'test', '--reporter=line'],
    only(/^\s*\d+ (passed|failed|flaky)/),
  ),
]
const results = [...read, ...tested]
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((line) => `  ${line}`).join('\n')}`)
console.log(`\nTotal time: ${Math.round((Date.now() - started) / 1000)} s`)
console.log(`${counts.passed} passed, ${counts.failed} failed`)
process.exit(results.every(Boolean) && counts.failed === 0 ? 0 : 1)
