import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { Editor } from '@tiptap/core'
import { describe, expect, test, vi } from 'vitest'
import { RichTextEditor } from './editor.tsx'

const open = (value: string, limit = 2_000_000) => {
  const onChange = vi.fn<(html: string) => void>()
  render(<RichTextEditor value={value} onChange={onChange} label="Text" profile="website" limit={limit} />)
  const text = screen.getByRole('textbox', { name: 'Text' })
  // the editor stores itself on its element
  const editor = Reflect.get(text, 'editor') as Editor
  return { onChange, editor }
}

/** Returns texts as the server writes them: list items without paragraphs. */
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

test('what is typed while the form still shows the text before it stays', () => {
  const editorOf = (value: string) => (
    <RichTextEditor value={value} onChange={() => undefined} label="Text" profile="website" />
  )
  const { rerender } = render(editorOf(''))
  const editor = Reflect.get(screen.getByRole('textbox', { name: 'Text' }), 'editor') as Editor
  act(() => void editor.commands.insertContent('the'))
  act(() => void editor.commands.insertContent(' parent'))
  rerender(editorOf('<p>the</p>'))
  expect(editor.getText()).toBe('the parent')
  rerender(editorOf('<p>the parent</p>'))
  expect(editor.getText()).toBe('the parent')
  // the form has what the editor has: another text is from outside
  rerender(editorOf('<p>the</p>'))
  expect(editor.getText()).toBe('the')
})

test('no two extensions have the same name', () => {
  const warn = vi.spyOn(console, 'warn')
  open('<p>One</p>')
  expect(warn).not.toHaveBeenCalled()
})

describe('a URL pasted over words', () => {
  const pasteOver = (address: string) => {
    // jsdom doesn't have it
    vi.stubGlobal('ClipboardEvent', Event)
    const { onChange, editor } = open('<p>One</p>')
    act(() => void editor.commands.selectAll())
    act(() => void editor.view.pasteText(address))
    return onChange.mock.lastCall?.[0]
  }

  test('becomes their link', () => {
    expect(pasteOver('https://example.com/a')).toBe('<p><a href="https://example.com/a">One</a></p>')
  })

  test.each(['www.example.com', 'anna@example.com', 'http://localhost'])(
    'is text in their place where no link may lead there: %s',
    (address) => {
      expect(pasteOver(address)).toBe(`<p>${address}</p>`)
    },
  )
})

describe('a link', () => {
  const typeLink = async (value: string, address: string) => {
    const { onChange, editor } = open(value)
    act(() => void editor.commands.selectAll())
    // the search has the same keys, everywhere else
    const search = vi.fn<(event: KeyboardEvent) => void>()
    window.addEventListener('keydown', search)
    fireEvent.keyDown(editor.view.dom, { key: 'k', ctrlKey: true })
    window.removeEventListener('keydown', search)
    expect(search).not.toHaveBeenCalled()
    fireEvent.change(await screen.findByLabelText('URL'), { target: { value: address } })
    fireEvent.click(screen.getAllByRole('button', { name: 'Link' }).at(-1)!)
    return onChange
  }

  test.each([
    ['www.lakeside.edu', '<p><a href="https://www.lakeside.edu">One</a></p>'],
    ['lakeside.edu/plan', '<p><a href="https://lakeside.edu/plan">One</a></p>'],
    ['http://lakeside.edu', '<p><a href="http://lakeside.edu">One</a></p>'],
    ['mailto:office@lakeside.edu', '<p>One (office@lakeside.edu)</p>'],
    ['office@lakeside.edu', '<p>One (office@lakeside.edu)</p>'],
  ])('is made with Ctrl-K: %s', async (address, html) => {
    const onChange = await typeLink('<p>One</p>', address)
    expect(onChange.mock.lastCall).toEqual([html])
  })

  test('that leads nowhere says what to enter', async () => {
    const onChange = await typeLink('<p>One</p>', 'the plan')
    expect(await screen.findByText('Enter a web address, for example www.lakeside.edu.')).toBeTruthy()
    expect(onChange).not.toHaveBeenCalled()
  })
})

test('a paste says what was left out, until the next one', () => {
  vi.stubGlobal('ClipboardEvent', Event)
  const { editor } = open('<p>One</p>')
  act(() => void editor.view.pasteHTML('<p>a<img src="https://x.example/a.png"></p>'))
  expect(screen.getByRole('status').textContent).toBe('Left out of what you pasted: 1 image.')
  act(() => void editor.view.pasteHTML('<p>b</p>'))
  expect(screen.getByRole('status').textContent).toBe('')
})

describe('a long text from a word processor', () => {
  /** Returns a number of paragraphs of 1,000 characters each. */
  const long = (paragraphs: number): string =>
    `<p style="color:red">${'ten chars '.repeat(100)}</p>`.repeat(paragraphs)
  const paste = (editor: Editor, html: string): void => {
    // jsdom has none of these
    vi.stubGlobal('ClipboardEvent', Event)
    vi.stubGlobal('DragEvent', class DragEvent extends Event {})
    const data = { getData: (type: string) => (type === 'text/html' ? html : '') }
    const event = Object.assign(new Event('paste', { cancelable: true }), { clipboardData: data })
    act(() => void editor.view.dom.dispatchEvent(event))
  }
  const refusal = () => screen.queryByText(/^The text is too long to paste/)

  test('is inserted where it was pasted even if the user keeps typing, and one undo removes it', async () => {
    const { editor } = open('<p>Before.</p>')
    act(() => void editor.commands.focus('end'))
    paste(editor, long(150))
    act(() => void editor.commands.insertContent(' After.'))
    await waitFor(() => expect(editor.state.doc.childCount).toBe(150))
    const { firstChild, lastChild } = editor.state.doc
    expect(firstChild?.textContent).toMatch(/^Before\.ten chars/)
    expect(lastChild?.textContent).toMatch(/ten chars ? After\.$/)
    expect(editor.state.selection.to).toBe(editor.state.doc.content.size - 1)
    expect(editor.getHTML()).not.toContain('style')
    act(() => void editor.commands.undo())
    expect(editor.state.doc.textContent).toBe('Before. After.')
  })

  test('is rejected before anything changes if it’s too long for one paste', () => {
    const { editor, onChange } = open('<p>Before.</p>')
    paste(editor, long(1000))
    expect(refusal()?.textContent).toContain('1,000,000 characters')
    expect(onChange).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(refusal()).toBeNull()
  })

  test('is rejected if the text would get too long', async () => {
    const { editor, onChange } = open('<p>Before.</p>', 100_000)
    paste(editor, long(150))
    await waitFor(() => expect(refusal()?.textContent).toContain('100,000 characters'))
    expect(onChange).not.toHaveBeenCalled()
  })
})
