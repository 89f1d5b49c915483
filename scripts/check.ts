/** `npm run check`: all checks that don’t need a running app. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkCommits } from './commit-subjects.ts'
import { checkFiles } from './project-rules.ts'
import { trackedSources } from './tracked-files.ts'
import { checkVoice } from './voice.ts'

const root = join(import.meta.dirname, '..')
const bin = (name: string): string => join(root, 'node_modules', '.bin', name)

interface Step {
  readonly name: string
  run(): boolean
}

const command =
  (program: string, args: readonly string[]): Step['run'] =>
  () =>
    spawnSync(program, [...args], { cwd: root, stdio: 'inherit' }).status === 0

const compiler = join(root, 'node_modules', 'typescript-native', 'bin', 'tsc')
const types = (folder: string): Step => ({
  name: `types: ${folder}`,
  run: command(process.execPath, [compiler, '-p', folder]),
})

const sources = trackedSources(root)
if (sources.length < 100)
  throw new Error(`Only ${sources.length} files were found: the check is in the wrong place.`)

const projectRules = (): boolean => {
  const { violations, exemptions } = checkFiles(root, sources)
  for (const { file, why } of violations) console.error(`${file} ${why}`)
  for (const exemption of exemptions) console.log(`  without the scope: ${exemption}`)
  console.log(`  ${exemptions.length} statements don’t use the scope`)
  return violations.length === 0
}

const printed = (found: readonly string[]): boolean => {
  for (const one of found) console.error(one)
  return found.length === 0
}

/** The lock file has no hosts, so the installer’s registry setting applies. */
const lockFile = (): boolean => {
  const text = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const names =
    /"resolved"|https?:\/\/(?!.*(github|opencollective|paypal|patreon|tidelift|funding|sponsors|feross|eslint|dotenvx|ko-fi|bevry|isaacs|buymeacoffee))/
  const wrong = text.split('\n').filter((line) => /"resolved"/.test(line) && names.test(line))
  for (const line of wrong.slice(0, 3)) console.error(line.trim())
  return wrong.length === 0
}

const steps: readonly Step[] = [
  { name: 'format', run: command(bin('prettier'), ['--check', '--log-level', 'warn', '.']) },
  { name: 'lint', run: command(bin('oxlint'), ['--type-aware', '--quiet']) },
  ...['contract', 'server', 'client', 'e2e'].map(types),
  {
    name: 'imports',
    run: command(bin('depcruise'), [
      'contract',
      'server',
      'client',
      'seeds',
      '--config',
      '.dependency-cruiser.cjs',
    ]),
  },
  { name: 'project rules', run: projectRules },
  { name: 'voice', run: () => printed(checkVoice(root, sources)) },
  { name: 'commit subjects', run: () => printed(checkCommits(root)) },
  { name: 'lock file', run: lockFile },
  { name: 'schema', run: command(process.execPath, [join(root, 'scripts', 'migrate.ts'), '--check']) },
]

let failed = 0
for (const step of steps) {
  const started = performance.now()
  const passed = step.run()
  if (!passed) failed += 1
  console.log(
    `${passed ? 'ok    ' : 'FAILED'} ${step.name} (${((performance.now() - started) / 1000).toFixed(1)} s)`,
  )
}
console.log(`check: ${steps.length - failed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
