import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('the packages that the build needs are installed, also where NODE_ENV is production', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shipmate-install-'))
  const file = (name: string, text: string) => writeFileSync(join(folder, name), text)
  for (const part of ['scripts', 'builder']) mkdirSync(join(folder, part))
  cpSync(join(import.meta.dirname, 'install.mjs'), join(folder, 'scripts', 'install.mjs'))
  file('builder/package.json', JSON.stringify({ name: 'builder', version: '1.0.0' }))
  file('package.json', JSON.stringify({ devDependencies: { builder: 'file:./builder' } }))
  file('run.mjs', "import { install } from './scripts/install.mjs'\ninstall()\n")
  const options = { cwd: folder, env: { ...process.env, NODE_ENV: 'production' } }

  execFileSync('npm', ['install', '--package-lock-only', '--offline'], options)
  execFileSync(process.execPath, ['run.mjs'], options)
  expect(existsSync(join(folder, 'node_modules', 'builder'))).toBe(true)
  rmSync(folder, { recursive: true })
})
