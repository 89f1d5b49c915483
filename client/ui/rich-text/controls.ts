import type { Editor } from '@tiptap/core'
import {
  AlignCenter,
  AlignLeft,
  AlignRight,
  Bold,
  Heading2,
  Heading3,
  Italic,
  List,
  ListOrdered,
  Quote,
  RemoveFormatting,
  Strikethrough,
  Underline,
  type LucideIcon,
} from 'lucide-react'
import type { RichTextControl } from '#contract/rich-text.ts'

interface ControlFace {
  readonly icon: LucideIcon
  /** Whether the text at the cursor has it. */
  readonly isOn: (editor: Editor) => boolean
  readonly run: (editor: Editor) => void
}

const never = () => false

/** What each control of the toolbar does; the link asks for its address and stands apart. */
export const controls: Readonly<Record<Exclude<RichTextControl, 'link'>, ControlFace>> = {
  heading_2: {
    icon: Heading2,
    isOn: (editor) => editor.isActive('heading', { level: 2 }),
    run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  heading_3: {
    icon: Heading3,
    isOn: (editor) => editor.isActive('heading', { level: 3 }),
    run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  bold: {
    icon: Bold,
    isOn: (editor) => editor.isActive('bold'),
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  italic: {
    icon: Italic,
    isOn: (editor) => editor.isActive('italic'),
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  underline: {
    icon: Underline,
    isOn: (editor) => editor.isActive('underline'),
    run: (editor) => editor.chain().focus().toggleUnderline().run(),
  },
  strike: {
    icon: Strikethrough,
    isOn: (editor) => editor.isActive('strike'),
    run: (editor) => editor.chain().focus().toggleStrike().run(),
  },
  ordered_list: {
    icon: ListOrdered,
    isOn: (editor) => editor.isActive('orderedList'),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  bullet_list: {
    icon: List,
    isOn: (editor) => editor.isActive('bulletList'),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  blockquote: {
    icon: Quote,
    isOn: (editor) => editor.isActive('blockquote'),
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  align_left: {
    icon: AlignLeft,
    isOn: never,
    run: (editor) => editor.chain().focus().align(null).run(),
  },
  align_center: {
    icon: AlignCenter,
    isOn: (editor) => editor.isActive({ align: 'align-center' }),
    run: (editor) => editor.chain().focus().align('align-center').run(),
  },
  align_right: {
    icon: AlignRight,
    isOn: (editor) => editor.isActive({ align: 'align-right' }),
    run: (editor) => editor.chain().focus().align('align-right').run(),
  },
  clean: {
    icon: RemoveFormatting,
    isOn: never,
    run: (editor) => editor.chain().focus().clearNodes().unsetAllMarks().align(null).run(),
  },
}
