// `npm test`: everything a fresh machine needs, then every check and every test.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { environment, install, node, root } from './install.mjs'

const chromium = '/usr/bin/chromium'

const installChromium = () => {
  if (existsSync(chromium)) return
  if (process.getuid?.() !== 0) {
    console.error('The browser tests need Chromium. Run this once, then again npm test:')
    console.error('  sudo apt-get update && sudo apt-get install -y chromium')
    process.exit(1)
  }
  console.log('Installing Chromium …')
  const quiet = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  const updated = spawnSync('apt-get', ['update', '-q'], quiet)
  const done = spawnSync('apt-get', ['install', '-y', '-q', 'chromium'], quiet)
  if (updated.status !== 0 || done.status !== 0 || !existsSync(chromium)) {
    console.error('Chromium could not be installed from the Debian packages.')
    process.exit(1)
  }
}

const counts = { passed: 0, failed: 0 }

/** Adds what a runner says it counted; a runner that says nothing failed. */
const count = (text) => {
  const said = [...text.matchAll(/(\d+) (passed|failed|flaky|skipped)/g)]
  for (const [, number, what] of said) {
    if (what === 'passed' || what === 'failed') counts[what] += Number(number)
  }
  return said.length > 0
}

const run = (name, args, linesOf) => {
  console.log(`\n== ${name}`)
  const done = spawnSync(node(), args, {
    cwd: root,
    env: { ...environment, CI: '1' },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  process.stdout.write(done.stdout ?? '')
  process.stderr.write(done.stderr ?? '')
  const counted = count(linesOf(done.stdout ?? ''))
  if (done.status !== 0 || !counted) {
    if (counts.failed === 0 || !counted) counts.failed += 1
    return false
  }
  return true
}

const only = (pattern) => (text) =>
  stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => pattern.test(line))
    .join('\n')
const modules = (...path) => join(root, 'node_modules', ...path)

installChromium()
install()
const started = Date.now()
const results = [
  run('check', [join(root, 'scripts', 'check.ts')], only(/^check: /)),
  run(
    'unit and API tests',
    [modules('vitest', 'vitest.mjs'), 'run', '--reporter=default'],
    only(/^\s*Tests\s/),
  ),
  run('build and size', [join(root, 'scripts', 'build.ts')], only(/^build: /)),
  run(
    'browser tests',
    [modules('@playwright', 'test', 'cli.js'), 'test', '--reporter=line'],
    only(/^\s*\d+ (passed|failed|flaky)/),
  ),
]
console.log(`\nThe whole run took ${Math.round((Date.now() - started) / 1000)} s.`)
console.log(`${counts.passed} passed, ${counts.failed} failed`)
process.exit(results.every(Boolean) && counts.failed === 0 ? 0 : 1)
