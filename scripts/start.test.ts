import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

const packageFile = z.object({ scripts: z.object({ start: z.string() }) })

/** A stand-in for the program `scripts/start.mjs` starts: it waits for the signal and reports it. */
const waiting = `
process.on('SIGTERM', () => { console.log('told to stop'); process.exit(0) })
setInterval(() => undefined, 1000)
console.log('ready')
`

test('a SIGTERM sent to npm also stops the processes it started', async () => {
  const { scripts } = packageFile.parse(
    JSON.parse(await readFile(join(import.meta.dirname, '..', 'package.json'), 'utf8')),
  )
  const folder = await mkdtemp(join(tmpdir(), 'shipmate-start-'))
  await mkdir(join(folder, 'scripts'))
  await writeFile(join(folder, 'scripts', 'start.mjs'), waiting)
  await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts: { start: scripts.start } }))
  const npm = spawn('npm', ['start', '--silent'], { cwd: folder })
  let said = ''
  npm.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
    if (text.includes('ready')) npm.kill('SIGTERM')
  })
  await once(npm.stdout, 'close')
  expect(said).toContain('told to stop')
  await rm(folder, { recursive: true })
})
