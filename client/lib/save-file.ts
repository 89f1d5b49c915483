/** Hands a file to the browser, to be saved under a name. */
export const saveFile = (blob: Blob, name: string): void => {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser takes the address at the click; a moment later it is no longer needed.
  window.setTimeout(() => URL.revokeObjectURL(url), 1000)
}
