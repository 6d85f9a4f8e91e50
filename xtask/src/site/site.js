// The same page in the other language: both books have the same pages under the same names.
{
  const other = document.documentElement.lang === 'en' ? ['zh', '中文'] : ['en', 'English'];
  const root = new URL(path_to_root || './', location.href);
  const page = new URL(location.pathname, location.href).href.slice(root.href.length);
  const link = document.createElement('a');
  link.href = new URL(`../${other[0]}/${page}`, root);
  [link.lang, link.textContent] = other;
  link.className = 'language';
  document.querySelector('.right-buttons').append(link);
}

// Rules in colours, with the words of the editors' grammars: a test compares them.
{
  const words = list => list.replaceAll('|', ' ');
  hljs.registerLanguage('game', () => ({
    keywords: {
      keyword: words('game|players|param|require|let|type|def|state|invariant|remaining|rank|move|starts|normalise|end|stuck|repeat|part|start|symmetry|show|example|var'
        + '|' + 'when|gain|again|turn|if|else|for|break|then' + '|' + 'and|or|not|in|of'),
      literal: words('true|false|none' + '|' + 'me|opponent'),
    },
    contains: [
      hljs.HASH_COMMENT_MODE,
      { className: 'string', begin: '"', end: '"' },
      { className: 'number', begin: /\b[0-9][0-9_]*\b/ },
      { className: 'built_in', begin: /[a-z_]\w*(?=\()/ },
    ],
  }));
  document.querySelectorAll('code.language-game').forEach(block => hljs.highlightBlock(block));
}
