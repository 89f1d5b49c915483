import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { VirtualRouteNode } from '@tanstack/virtual-file-routes'
import { describe, expect, it } from 'vitest'
import { guideByPath, guideKeys } from '#client/app/guide-screens.ts'
import { routes } from '../client/routes.ts'
import { trackedSources } from './tracked-files.ts'
import { userTextsIn } from './user-texts.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs/guide')

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

  it('would be refused with a label that no screen has', () => {
    expect(unknownNames('Select **Frobnicate** in _Setup_, then **Approve…**.', texts)).toEqual([
      'Frobnicate',
    ])
  })
})
