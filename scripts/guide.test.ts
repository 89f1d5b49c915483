import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { VirtualRouteNode } from '@tanstack/virtual-file-routes'
import { describe, expect, it } from 'vitest'
import { guideByPath, guideKeys } from '#client/app/guide-screens.ts'
import { routes } from '../client/routes.ts'
import { trackedSources } from './tracked-files.ts'
import { userTextsIn } from './user-texts.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs/guide')
const pictureFolder = join(root, 'docs/screens')

/** Without what follows a text on its button: “Reverify {…}”, “Approve…”. */
const plain = (text: string): string => text.replace(/…$/, '').trim()

const shownTexts = (): ReadonlySet<string> => {
  const files = trackedSources(root).filter(
    (file) => /^(client|contract)\//.test(file) && !/\.(test|specimen)\.tsx?$/.test(file),
  )
  const texts = files.flatMap((file) => userTextsIn(file, readFileSync(join(root, file), 'utf8')))
  return new Set(texts.map(({ text }) => plain(text)))
}

/** Returns the names of labels (**…**) and screens (_…_) in a page. */
const namesIn = (page: string): string[] =>
  [...page.matchAll(/\*\*([^*]+)\*\*|(?<![\w*])_([^_]+)_(?!\w)/g)].map(
    ([, label, screen]) => label ?? screen ?? '',
  )

const unknownNames = (page: string, texts: ReadonlySet<string>): string[] =>
  namesIn(page).filter((name) => !texts.has(plain(name)))

/** Returns the names of the pictures in a page, without the theme: `appeals`. */
const picturesIn = (page: string): string[] =>
  [...page.matchAll(/!\[[^\]]+\]\(\.\.\/screens\/([a-z-]+)-light\.webp\)/g)].map(([, name = '']) => name)

const pathsOf = (node: VirtualRouteNode, base = ''): string[] => {
  const path = node.type === 'route' ? `${base}/${node.path.replaceAll(/^\/|\/$/g, '')}` : base
  return [path, ...('children' in node ? (node.children ?? []).flatMap((child) => pathsOf(child, path)) : [])]
}

describe('the staff guide', () => {
  const texts = shownTexts()

  it('has a file for each page of the index, and no other', () => {
    expect(readdirSync(folder).toSorted()).toEqual(guideKeys.map((key) => `${key}.md`).toSorted())
  })

  it('belongs to screens that exist', () => {
    const paths = (routes.children ?? []).flatMap((child) => pathsOf(child))
    expect(guideByPath.filter(([start]) => !paths.some((path) => path.startsWith(start)))).toEqual([])
  })

  it.each([...guideKeys])('names labels and screens as the application does: %s', (key) => {
    expect(unknownNames(readFileSync(join(folder, `${key}.md`), 'utf8'), texts)).toEqual([])
  })

  it('shows every picture that `npm run screenshots` saves for it, all of one size, and no other', async () => {
    const used = guideKeys.flatMap((key) => picturesIn(readFileSync(join(folder, `${key}.md`), 'utf8')))
    // journeys need a browser’s types, so their list is read as text
    const made = readFileSync(join(root, 'e2e/guide-pictures.ts'), 'utf8').matchAll(/name: '([a-z-]+)'/g)
    expect(used.toSorted()).toEqual([...made].map(([, name]) => name).toSorted())
    const saved = readdirSync(pictureFolder).filter((file) => file.endsWith('.webp'))
    expect(saved.toSorted()).toEqual(
      used.flatMap((name) => [`${name}-dark.webp`, `${name}-light.webp`]).toSorted(),
    )
    for (const file of saved) {
      const { width, height } = await sharp(join(pictureFolder, file)).metadata()
      expect([file, width, height]).toEqual([file, 1048, 720])
    }
    const readme = readFileSync(join(root, 'README.md'), 'utf8')
    const others = readdirSync(pictureFolder).filter((file) => !file.endsWith('.webp'))
    expect(others.filter((file) => !readme.includes(`docs/screens/${file}`))).toEqual([])
  })

  it('would be refused with a label that no screen has', () => {
    expect(unknownNames('Select **Frobnicate** in _Setup_, then **Approve…**.', texts)).toEqual([
      'Frobnicate',
    ])
  })
})
