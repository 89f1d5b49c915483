import { RichText } from '#client/platform/ui/rich-text/rich-text.tsx'

/** Renders rich text that staff are writing, cleaned as the server will clean it. */
export const renderTypedText = (html: string) => <RichText html={html} profile="website" />
