import { getSchema } from '@tiptap/core'
import { history, undo } from '@tiptap/pm/history'
import { Fragment, Slice, type Node as Block } from '@tiptap/pm/model'
import { EditorState, Plugin, TextSelection } from '@tiptap/pm/state'
import { EditorView } from '@tiptap/pm/view'
import { StarterKit } from '@tiptap/starter-kit'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBreath } from './breathe.ts'
import { carryPlace, insertBlocks, joinPaste, pastePlace } from './insert-blocks.ts'

const schema = getSchema([StarterKit.configure({ heading: { levels: [2, 3] } })])
const { paragraph, bulletList, orderedList, listItem, blockquote, heading } = schema.nodes

const make = (type: typeof paragraph, content: readonly Block[]): Block => {
  if (!type) throw new Error('The schema has no such block.')
  return type.createChecked(null, [...content])
}
let line = 0
const lines = (count: number): Block[] =>
  Array.from({ length: count }, () => make(paragraph, [schema.text(`line ${(line += 1)}`)]))
const listOf = (type: typeof paragraph, items: readonly (readonly Block[])[]): Block =>
  make(
    type,
    items.map((item) => make(listItem, item)),
  )

/** A document of one paragraph of so many letters, `before` of them before the cursor, in a view of its own. */
const viewOf = (words: string, around: (text: Block) => Block = (text) => text) => {
  const text = make(paragraph, words === '' ? [] : [schema.text(words)])
  const doc = make(schema.topNodeType, [around(text)])
  const plugin = new Plugin({
    key: pastePlace,
    state: { init: () => null, apply: carryPlace },
    filterTransaction: (tr, state) => {
      joinPaste(tr, pastePlace.getState(state))
      return true
    },
  })
  const state = EditorState.create({ doc, plugins: [history(), plugin] })
  const view = new EditorView(document.createElement('div'), { state })
  const depth = doc.resolve(doc.content.size).depth
  let at = 0
  doc.descendants((node, pos) => {
    if (node.isTextblock) at = pos + 1 + Math.floor(node.content.size / 2)
  })
  view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, at)))
  return { view, at, depth }
}

const pasteInPieces = async (
  blocks: readonly Block[],
  words: string,
  around?: (text: Block) => Block,
  meanwhile: (view: EditorView, pieces: number) => void = () => undefined,
) => {
  const { view, at } = viewOf(words, around)
  const before = view.state.doc
  view.dispatch(view.state.tr.setMeta(pastePlace, { from: at, to: at, first: null, isTyped: false }))
  const atOnce = view.state.tr.replaceRange(at, at, Slice.maxOpen(Fragment.fromArray([...blocks]), true)).doc
  const breath = createBreath()
  let pieces = 0
  let largest = 0
  view.setProps({
    dispatchTransaction: (tr) => {
      if (tr.getMeta(pastePlace))
        largest = Math.max(largest, tr.doc.content.size - view.state.doc.content.size)
      view.updateState(view.state.apply(tr))
    },
  })
  const isWhole = await insertBlocks(view, blocks, {
    breath,
    signal: new AbortController().signal,
    report: () => meanwhile(view, (pieces += 1)),
  })
  breath.end()
  return { view, before, atOnce, isWhole, pieces, largest }
}

test('a list of thousands comes in piece by piece, as one list, and goes with one step back', async () => {
  const items = Array.from({ length: 2000 }, (_, index) => [
    ...lines(1),
    ...(index % 10 === 0 ? [listOf(orderedList, [lines(1), lines(1)])] : []),
  ])
  const { view, before, atOnce, isWhole, pieces, largest } = await pasteInPieces(
    [listOf(bulletList, items)],
    'ab',
  )
  expect([isWhole, pieces > 30, largest < 3000]).toEqual([true, true, true])
  expect(view.state.doc.toJSON()).toEqual(atOnce.toJSON())
  undo(view.state, view.dispatch)
  expect(view.state.doc.toJSON()).toEqual(before.toJSON())
})

/** Texts of blocks that hold each other up to three deep, and of more lines than go in at once. */
const text = fc.letrec<{ items: readonly (readonly Block[])[]; block: Block }>((tie) => ({
  items: fc.array(
    fc
      .tuple(fc.nat(2), fc.option(tie('block'), { nil: null, freq: 4 }))
      .map(([more, inner]) => [...lines(1 + more), ...(inner ? [inner] : [])]),
    { minLength: 1, maxLength: 20 },
  ),
  block: fc.oneof(
    { depthSize: 'small', maxDepth: 2 },
    fc
      .nat(3)
      .map((level) =>
        level > 1 ? make(heading, [schema.text('Heading')]) : (lines(1)[0] ?? make(paragraph, [])),
      ),
    tie('items').map((items) => listOf(bulletList, items)),
    tie('items').map((items) => listOf(orderedList, items)),
    fc.integer({ min: 1, max: 90 }).map((count) => make(blockquote, lines(count))),
  ),
}))

test('whatever is pasted stands as if it had been put in at once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(text.block, { minLength: 1, maxLength: 8 }),
      fc.constantFrom('', 'ab'),
      async (blocks, words) => {
        const { view, atOnce, isWhole } = await pasteInPieces(blocks, words)
        expect(isWhole).toBe(true)
        expect(view.state.doc.toJSON()).toEqual(atOnce.toJSON())
        view.state.doc.check()
      },
    ),
    { numRuns: 60 },
  )
})

const textOf = (doc: Block): string => doc.textBetween(0, doc.content.size, '\n')

test.each<[string, (text: Block) => Block]>([
  ['a list', (inner) => listOf(bulletList, [[inner]])],
  ['a quotation', (inner) => make(blockquote, [inner])],
])('into %s nothing is lost of it', async (_, around) => {
  const blocks = [
    listOf(
      orderedList,
      Array.from({ length: 300 }, () => lines(1)),
    ),
    ...lines(100),
  ]
  const { view, atOnce } = await pasteInPieces(blocks, 'ab', around)
  expect(textOf(view.state.doc)).toBe(textOf(atOnce))
  view.state.doc.check()
})

test('where somebody breaks the list meanwhile nothing is lost, and all of it goes with one step back', async () => {
  const blocks = [
    listOf(
      bulletList,
      Array.from({ length: 400 }, () => lines(1)),
    ),
    ...lines(80),
  ]
  const { view, before } = await pasteInPieces(blocks, '', undefined, (now, pieces) => {
    const place = pastePlace.getState(now.state)
    if (pieces !== 3 || !place) return
    // a paragraph of one's own at the end of what stands
    const after = now.state.doc.resolve(place.from).after(1)
    now.dispatch(now.state.tr.insert(after, make(paragraph, [schema.text('mine')])))
  })
  const known = blocks.flatMap((block) => textOf(make(schema.topNodeType, [block])).split('\n'))
  expect(new Set(textOf(view.state.doc).split('\n'))).toEqual(new Set([...known, 'mine']))
  view.state.doc.check()
  undo(view.state, view.dispatch)
  expect(textOf(view.state.doc)).toBe(textOf(before))
})
