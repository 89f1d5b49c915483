import { join } from 'node:path'
import { build, type UserConfig } from 'vite'

const client = join(import.meta.dirname, '..', 'client')

/** The part of a route's file that is loaded when the route is opened. */
const screen = (file: string): string => `${file}?tsr-split=component`

/** What is loaded together, by files that bring the rest of it; a module belongs to the first that needs it. */
const loads: Readonly<Record<string, readonly string[]>> = {
  // the login, and what every visit needs
  entrance: ['index.html', screen('app/guest-layout.tsx'), screen('app/login-screen.tsx')],
  // the student list in its frame: where staff work
  list: [
    screen('app/signed-in-layout.tsx'),
    screen('app/own-school-layout.tsx'),
    screen('student-periods/student-list-screen.tsx'),
  ],
  // what opens over any screen: it follows the first one, before it is asked for
  overlays: [
    'app/attendants.tsx',
    'ui/overlays/toast-viewport.tsx',
    'ui/overlays/confirm-dialog.tsx',
    'ui/overlays/sheet.tsx',
    'ui/overlays/tip.tsx',
  ],
  // what forms are made of, wherever one stands
  forms: [screen('students/info-screen.tsx'), screen('schools/about-screen.tsx')],
}

/** The names of chunks and of all that they import. */
export const reach = (
  starts: readonly string[],
  importsOf: (name: string) => readonly string[] | undefined,
): Set<string> => {
  const seen = new Set<string>()
  const open = [...starts]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (seen.has(name)) continue
    seen.add(name)
    open.push(...(importsOf(name) ?? []))
  }
  return seen
}

/**
 * Names the chunk of each module that the first screens load; null for others, which the bundler divides as screens
 * differ. What each load needs is learnt from a build that nobody keeps: left to itself, the bundler cuts it into a
 * hundred files.
 */
export const learnChunks = async (config: UserConfig): Promise<(id: string) => string | null> => {
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false },
  })
  if (!('output' in built)) throw new Error('The first build gave no output.')
  const chunks = new Map(
    built.output.flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one] as const] : [])),
  )
  const names = new Map<string, string>()
  for (const [name, files] of Object.entries(loads))
    for (const file of files) {
      const id = join(client, file)
      const begin = [...chunks.values()].find(
        ({ facadeModuleId, moduleIds }) => facadeModuleId === id || moduleIds.includes(id),
      )
      if (!begin) throw new Error(`No chunk holds ${file}.`)
      for (const chunk of reach([begin.fileName], (one) => chunks.get(one)?.imports))
        for (const one of chunks.get(chunk)?.moduleIds ?? []) if (!names.has(one)) names.set(one, name)
    }
  return (id) => names.get(id) ?? null
}
