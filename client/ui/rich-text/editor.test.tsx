import { act, render, screen } from '@testing-library/react'
import type { Editor } from '@tiptap/core'
import { describe, expect, test, vi } from 'vitest'
import { RichTextEditor } from './editor.tsx'

const open = (value: string) => {
  const onChange = vi.fn<(html: string) => void>()
  render(<RichTextEditor value={value} onChange={onChange} label="Text" profile="website" />)
  const text = screen.getByRole('textbox', { name: 'Text' })
  // the editor leaves itself there
  const editor = Reflect.get(text, 'editor') as Editor
  return { onChange, editor }
}

/** The texts as the server spells them: items without paragraphs. */
const endings = [
  ['nothing', ''],
  ['a paragraph', '<p>One</p>'],
  ['a list', '<p>One</p><ul><li>Two</li></ul>'],
  ['a list in a list', '<ol><li>One<ul><li>Two</li></ul></li></ol>'],
  ['a heading', '<h2>One</h2>'],
  ['a quote', '<blockquote><p>One</p></blockquote>'],
  ['a picture', '<p><img src="/media/card.png" alt="Card"></p>'],
  ['a line that is empty', '<p>One</p><p></p>'],
] as const

describe('a text that ends with', () => {
  test.each(endings)('%s is no other by being entered, pressed in and left', (_, value) => {
    const { onChange, editor } = open(value)
    act(() => void editor.commands.focus('end'))
    act(() => void editor.commands.setTextSelection(0))
    act(() => void editor.commands.selectAll())
    act(() => void editor.commands.blur())
    expect(onChange).not.toHaveBeenCalled()
  })

  test.each(endings)('%s is the same again once what was typed is taken back', (_, value) => {
    const { onChange, editor } = open(value)
    act(() => void editor.commands.insertContentAt(editor.state.doc.content.size, '<p>typed</p>'))
    expect(onChange.mock.lastCall?.[0]).toContain('typed')
    act(() => void editor.commands.undo())
    expect(onChange.mock.lastCall).toEqual([value])
  })
})

describe('a lone address that is pasted over words', () => {
  const pasteOver = (address: string) => {
    // the tests' browser has none
    vi.stubGlobal('ClipboardEvent', Event)
    const { onChange, editor } = open('<p>One</p>')
    act(() => void editor.commands.selectAll())
    act(() => void editor.view.pasteText(address))
    return onChange.mock.lastCall?.[0]
  }

  test('is their link', () => {
    expect(pasteOver('https://example.com/a')).toBe('<p><a href="https://example.com/a">One</a></p>')
  })

  test.each(['www.example.com', 'anna@example.com', 'http://localhost'])(
    'is text in their place where no link may lead there: %s',
    (address) => {
      expect(pasteOver(address)).toBe(`<p>${address}</p>`)
    },
  )
})
