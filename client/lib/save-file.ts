/** Saves a file through the browser, under a name. */
export const saveFile = (blob: Blob, name: string): void => {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser needs the URL only for a moment after the click.
  window.setTimeout(() => URL.revokeObjectURL(url), 1000)
}
