/** Renders rich text that the server sent: it cleans every text when it’s saved. */
export const renderSavedText = (html: string) => (
  <div
    className="rich-text"
    // oxlint-disable-next-line react/no-danger -- cleaned by the server
    dangerouslySetInnerHTML={{ __html: html }}
  />
)
