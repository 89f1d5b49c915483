import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a page of the build below says it was rendered with. */
export interface ShownPage {
  readonly slug: string
  readonly base: string
  readonly path: string
  readonly address: string
  readonly language: string
  readonly headline: string | null
}

const renderer = `export const renderSite = ({ site, base, path, address, language }) => ({
  status: path === '/no-such-page' || path === '/login' ? 404 : 200,
  key: path === '' ? 'home' : path.slice(1),
  style: '',
  html: JSON.stringify({ slug: site.school.slug, base, path, address, language, headline: site.is_open ? site.home.headline : null }),
})`

/** Writes a build in the form of the real one, whose pages say what they were rendered with. Returns its folder. */
export const writeSiteBuild = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'shipmate-build-'))
  for (const part of ['site', 'client/assets', 'client/.vite'])
    mkdirSync(join(folder, part), { recursive: true })
  writeFileSync(join(folder, 'site', 'site-server.js'), renderer)
  writeFileSync(join(folder, 'client', 'index.html'), '<title>Staff</title>')
  writeFileSync(join(folder, 'client', 'theme.js'), 'staff')
  writeFileSync(join(folder, 'client', 'assets', 'site.js'), 'site')
  const manifest = {
    'site.tsx': { file: 'assets/site.js', css: [] },
    'site-contact.ts': { file: 'assets/site-contact.js' },
  }
  writeFileSync(join(folder, 'client', '.vite', 'site-manifest.json'), JSON.stringify(manifest))
  return folder
}
