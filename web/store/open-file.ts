/** Opens files. The code that reads them is loaded with the first file. */
import { plain, refuse } from './open';

/** Opens a file of any kind that the page knows. False: it was refused, and the page says why. */
export async function openFile(file: File): Promise<boolean> {
  try {
    const { open } = await import('./read-file');
    return await open(file);
  } catch (error) {
    return refuse(file.name, plain(error));
  }
}
