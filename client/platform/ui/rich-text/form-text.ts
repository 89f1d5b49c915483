import { getHTMLFromFragment, type Editor } from '@tiptap/core'
import { Fragment, type Node as TextNode } from '@tiptap/pm/model'
import { useEffect } from 'react'
import { unmarkFields } from './merge-field-syntax.ts'
import { createReported, useForgotten } from './reported.ts'

/** Prepares stored text for the editor. */
export type Parse = (html: string) => string

/** Replaces the editor's text with one from outside: a draft, a discarded form; not with one that it reported before it went on. */
export const useFormText = (
  editor: Editor | null,
  { text, parse }: { text: FormText; parse: Parse },
  value: string,
): void => {
  const { reported } = text
  useForgotten(editor, reported)
  useEffect(() => {
    // an editor that is being replaced (an abandoned render) has no text to report
    if (!editor || editor.isDestroyed) return
    if (!text.isNew(editor)) {
      if (text.read(editor) === value) return reported.clear()
      if (reported.has(value)) return
      editor.commands.setContent(parse(value), { emitUpdate: false })
    }
    reported.clear()
    text.take(editor, value)
  }, [editor, text, parse, reported, value])
}

interface KnownText {
  readonly doc: TextNode
  readonly html: string
}

/**
 * The editor's content as the form's value. A document set from outside is returned in its original spelling (the
 * server's lists have no paragraphs, the editor's do), so typing and undoing is no change. Each document is
 * serialized once, because long ones take time.
 */
export const createFormText = () => {
  const fromOutside = new WeakMap<Editor, KnownText>()
  const written = new WeakMap<TextNode, string>()
  const write = (block: TextNode): string => {
    const html =
      written.get(block) ?? unmarkFields(getHTMLFromFragment(Fragment.from(block), block.type.schema))
    written.set(block, html)
    return html
  }
  return {
    reported: createReported(),
    /** Records that the editor now has this text from outside. */
    take: (editor: Editor, html: string): void => {
      fromOutside.set(editor, { doc: editor.state.doc, html })
    },
    isNew: (editor: Editor): boolean => !fromOutside.has(editor),
    /** Returns the text; '' if it's empty. */
    read: (editor: Editor): string => {
      const known = fromOutside.get(editor)
      if (known?.doc.eq(editor.state.doc)) return known.html
      return editor.isEmpty ? '' : editor.state.doc.children.map(write).join('')
    },
  }
}
type FormText = ReturnType<typeof createFormText>
