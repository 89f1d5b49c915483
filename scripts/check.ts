/** `npm run check`: all checks that don’t need a running app. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { circlesOf, importsOf, modulesOf, unusedExports } from './imports.ts'
import { checkFiles, siteStyles } from './project-rules.ts'
import { setup as writeRouteTree } from './route-tree.ts'
import { trackedSources } from './tracked-files.ts'

const root = join(import.meta.dirname, '..')
const bin = (name: string): string => join(root, 'node_modules', '.bin', name)

interface Step {
  readonly name: string
  /** Returns whether it passed; `say` collects what it prints. */
  run(say: (line: string) => void): boolean | Promise<boolean>
}

/** The compiler and the type-aware linter are Go programs: looking for garbage less often, they take a sixth less time. */
const env = { ...process.env, GOGC: '400' }

const command =
  (program: string, args: readonly string[]): Step['run'] =>
  async (say) => {
    const child = spawn(program, [...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', say)
    const [status] = await once(child, 'close')
    return status === 0
  }

const compiler = join(root, 'node_modules', 'typescript-native', 'bin', 'tsc')
const types = (folder: string): Step => ({
  name: `types: ${folder}`,
  // the steps already share the processors, and threads of one step check what they share several times
  run: command(process.execPath, [compiler, '-p', folder, '--singleThreaded']),
})

const sources = trackedSources(root)
if (sources.length < 100)
  throw new Error(`Only ${sources.length} files were found: the check is in the wrong place.`)

const projectRules: Step['run'] = (say) => {
  const { violations, exemptions } = checkFiles(root, [...sources, ...siteStyles])
  for (const { file, why } of violations) say(`${file} ${why}\n`)
  for (const exemption of exemptions) say(`  without the scope: ${exemption}\n`)
  say(`  ${exemptions.length} statements don’t use the scope\n`)
  return violations.length === 0
}

const finds =
  (list: () => readonly string[]): Step['run'] =>
  (say) => {
    const found = list()
    for (const one of found) say(`${one}\n`)
    return found.length === 0
  }

/** The lock file has no hosts, so the installer’s registry setting applies. */
const lockFile = (): string[] => {
  const text = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const names =
    /"resolved"|https?:\/\/(?!.*(github|opencollective|paypal|patreon|tidelift|funding|sponsors|feross|eslint|dotenvx|ko-fi|bevry|isaacs|buymeacoffee))/
  const wrong = text.split('\n').filter((line) => /"resolved"/.test(line) && names.test(line))
  return wrong.slice(0, 3).map((line) => line.trim())
}

const inWords = (circle: readonly string[]): string =>
  `These modules import each other: ${circle.join(', ')}.`

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
  { name: 'circles', run: finds(() => circlesOf(modulesOf(importsOf(root, sources))).map(inWords)) },
  {
    name: 'exports',
    run: finds(() =>
      unusedExports(root, sources).map((name) => `No file imports what is exported in ${name}.`),
    ),
  },
  { name: 'project rules', run: projectRules },
  { name: 'lock file', run: finds(lockFile) },
  { name: 'schema', run: command(process.execPath, [join(root, 'scripts', 'migrate.ts'), '--check']) },
]

/** Runs a step. Returns whether it passed, and everything it prints. */
const report = async ({ name, run }: Step) => {
  const started = performance.now()
  let said = ''
  const passed = await run((text) => {
    said += text
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  return { passed, text: `${said}${passed ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)` }
}

await writeRouteTree()
const waiting = steps.map((step) => ({
  step,
  report: Promise.withResolvers<Awaited<ReturnType<typeof report>>>(),
}))
const queue = [...waiting]
const work = async (): Promise<void> => {
  for (let next = queue.shift(); next; next = queue.shift()) next.report.resolve(await report(next.step))
}
// a step takes one processor, so as many run side by side; each is printed whole, in the order of the list
const working = Array.from({ length: Math.min(2, availableParallelism()) }, work)
let failed = 0
for (const one of waiting) {
  const { passed, text } = await one.report.promise
  if (!passed) failed += 1
  console.log(text)
}
await Promise.all(working)
console.log(`check: ${steps.length - failed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
