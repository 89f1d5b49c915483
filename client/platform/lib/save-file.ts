/** Saves a file through the browser, under a name. */
export const saveFile = (blob: Blob, name: string): void => {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Safari reads the file once the user has agreed to the download.
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
