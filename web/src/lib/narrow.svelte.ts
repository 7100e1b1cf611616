// Whether the screen is that of a phone.

const query = matchMedia('(max-width: 700px)');

class Narrow {
  is = $state(query.matches);

  constructor() {
    query.addEventListener('change', () => (this.is = query.matches));
  }
}

export const narrow = new Narrow();
