import { join } from 'node:path'
import { build, type UserConfig } from 'vite'
import { client } from './route-tree.ts'

/** The suffix of a route file’s part that loads when the route is opened. */
const screen = (file: string): string => `${file}?tsr-split=component`

/** Chunks by the files that start them. A module belongs to the first chunk that needs it. */
const loads: Readonly<Record<string, readonly string[]>> = {
  // what asks for the first data while the other code still loads
  start: ['start.ts'],
  // sign-in, and what every visit needs
  entrance: ['index.html', screen('app/guest-layout.tsx'), screen('accounts/auth/login-screen.tsx')],
  // the student list in its frame: where staff work
  list: [
    screen('app/signed-in-layout.tsx'),
    screen('app/own-school-layout.tsx'),
    screen('records/student-periods/student-list-screen.tsx'),
  ],
  // on the way to the list: the choice of a school, and of its policy year
  home: [
    screen('app/admin-layout.tsx'),
    screen('setup/schools/schools-screen.tsx'),
    screen('setup/periods/no-period-screen.tsx'),
  ],
  // what opens over any screen; it loads after the first screen, before it's needed
  overlays: [
    'app/background-tasks.tsx',
    'platform/ui/overlays/toast-viewport.tsx',
    'platform/ui/overlays/confirm-dialog.tsx',
    'platform/ui/overlays/sheet.tsx',
    'records/student-periods/bulk/bulk-actions.tsx',
    'platform/ui/overlays/tip.tsx',
  ],
  // the parts of forms, on any screen
  forms: [screen('records/students/info-screen.tsx'), screen('setup/schools/about-screen.tsx')],
}

/** Returns chunk names with everything they import. */
const reach = (
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
 * Names the chunk of each module that the first screens load; null for others, which the bundler splits by
 * screen. A trial build determines what each chunk needs; without names, the bundler creates 100 files.
 */
export const learnChunks = async (config: UserConfig): Promise<(id: string) => string | null> => {
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false },
  })
  if (!('output' in built)) throw new Error('The first build had no output.')
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
      if (!begin) throw new Error(`No chunk contains ${file}.`)
      for (const chunk of reach([begin.fileName], (one) => chunks.get(one)?.imports))
        for (const one of chunks.get(chunk)?.moduleIds ?? []) if (!names.has(one)) names.set(one, name)
    }
  return (id) => names.get(id) ?? null
}
